// A form whose words outlive a lost connection: kept in this tab until the server has them, which names the form anew.

const PREFIX = "caledonia.kept.";

for (const form of document.querySelectorAll("form[data-kept]")) {
  const fields = [...form.querySelectorAll("textarea, input[type=text]")];
  const name = PREFIX + form.dataset.kept;
  for (const other of Object.keys(sessionStorage)) {
    if (other.startsWith(PREFIX) && other !== name) sessionStorage.removeItem(other);
  }
  const kept = JSON.parse(sessionStorage.getItem(name) ?? "{}");
  for (const field of fields) field.value ||= kept[field.name] ?? "";
  if (Object.keys(kept).length) form.closest("details")?.setAttribute("open", "");
  form.addEventListener("input", () => {
    const typed = fields.filter((field) => field.value).map((field) => [field.name, field.value]);
    sessionStorage.setItem(name, JSON.stringify(Object.fromEntries(typed)));
  });
}
