// Counts the round's clock on between two looks at the server; without it the page shows the time as of loading.
const two = (number) => String(number).padStart(2, "0");

function show(clock) {
  const left = Math.round((Date.parse(clock.dataset.endsAt) - Date.now()) / 1000);
  const whole = Math.abs(left);
  clock.querySelector("[data-clock]").textContent = `${left < 0 ? "−" : ""}${Math.floor(whole / 60)}:${two(whole % 60)}`;
  clock.classList.toggle("round-clock-over", left < 0);
}

setInterval(() => document.querySelectorAll("[data-ends-at]").forEach(show), 1000);
