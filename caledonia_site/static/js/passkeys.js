// Passkeys: asks the device and hands its answer to the form. A form says with data-passkey what it is for:
// "add" a passkey, "sign-in" with one, or "prove" that it is the same person. Forms are hidden until this runs.

const { webauthnJSON } = window;

function given() {
  return JSON.parse(document.getElementById("passkey-options").textContent);
}

const ceremonies = {
  async add() {
    const options = given().creation_options;
    // It must be able to sign in on its own: kept by the device, opened by finger, face or screen lock.
    Object.assign((options.publicKey.authenticatorSelection ??= {}), {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    });
    return webauthnJSON.create(options);
  },
  async "sign-in"(form) {
    const response = await fetch(form.action, { headers: { Accept: "application/json" } });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const { request_options: options } = await response.json();
    return webauthnJSON.get(options);
  },
  async prove() {
    return webauthnJSON.get(given().request_options);
  },
};

function serve(form) {
  const button = form.querySelector("button");
  const trouble = form.querySelector("[data-passkey-trouble]");
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    trouble.hidden = true;
    button.setAttribute("aria-busy", "true");
    try {
      const credential = await ceremonies[form.dataset.passkey](form);
      form.elements.credential.value = JSON.stringify(credential);
      // Sends it without coming here again.
      form.submit();
    } catch {
      // Refused, timed out, or not possible here; the browser tells scripts no more than that, on purpose.
      trouble.hidden = false;
      button.removeAttribute("aria-busy");
    }
  });
}

if (webauthnJSON?.supported()) {
  document.querySelectorAll("form[data-passkey]").forEach(serve);
}
