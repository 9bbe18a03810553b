// Hands a link or a picture to the device's own way of sharing; where there is none the buttons stay hidden.

async function offer(data) {
  try {
    await navigator.share(data);
  } catch (error) {
    // Whoever closes the list of messengers has changed their mind, which is no error.
    if (error.name !== "AbortError") throw error;
  }
}

function pictureFile(blob, name) {
  return new File([blob], name, { type: "image/png" });
}

function start(root) {
  for (const button of root.querySelectorAll("[data-share]")) {
    if (!navigator.share) continue;
    button.hidden = false;
    button.addEventListener("click", (event) => {
      event.preventDefault();
      offer({ title: button.dataset.title, url: button.dataset.link });
    });
  }

  for (const button of root.querySelectorAll("[data-share-picture]")) {
    const { sharePicture, title, file } = button.dataset;
    if (!navigator.canShare?.({ files: [pictureFile(new Blob(), file)] })) continue;
    button.hidden = false;
    button.addEventListener("click", async () => {
      const response = await fetch(sharePicture);
      if (response.ok) await offer({ title, files: [pictureFile(await response.blob(), file)] });
    });
  }
}

start(document);
// Parts of a page that htmx brings in later.
document.addEventListener("htmx:load", (event) => {
  if (event.detail.elt !== document.body) start(event.detail.elt);
});
