"use strict";
/* Each chart: the point nearest to the pointer, or the one that the arrow keys choose, is marked and put in words. */
for (const chart of document.querySelectorAll("svg.chart")) {
  const dots = [...chart.querySelectorAll(".dot")];
  const guide = chart.querySelector(".guide");
  const readout = chart.parentElement.querySelector(".readout");
  if (dots.length === 0) continue;
  let chosen = -1;

  const choose = (index) => {
    chosen = Math.min(Math.max(index, 0), dots.length - 1);
    dots.forEach((dot, number) => dot.classList.toggle("chosen", number === chosen));
    const x = dots[chosen].getAttribute("cx");
    guide.setAttribute("x1", x);
    guide.setAttribute("x2", x);
    guide.removeAttribute("hidden");
    readout.textContent = dots[chosen].dataset.words;
    chart.setAttribute("aria-valuenow", String(chosen));
    chart.setAttribute("aria-valuetext", dots[chosen].dataset.words);
  };

  readout.textContent = "Point at the curve to read its values.";
  chart.setAttribute("role", "slider");
  chart.setAttribute("tabindex", "0");
  chart.setAttribute("aria-valuemin", "0");
  chart.setAttribute("aria-valuemax", String(dots.length - 1));
  chart.setAttribute("aria-valuenow", "0");
  chart.setAttribute("aria-valuetext", dots[0].dataset.words);

  const point = (event) => {
    const box = chart.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * chart.viewBox.baseVal.width;
    const far = dots.map((dot) => Math.abs(Number(dot.getAttribute("cx")) - x));
    choose(far.indexOf(Math.min(...far)));
  };
  chart.addEventListener("pointermove", point);
  chart.addEventListener("pointerdown", point);
  chart.addEventListener("focus", () => choose(chosen < 0 ? 0 : chosen));
  chart.addEventListener("keydown", (event) => {
    const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };
    if (event.key in steps) choose(chosen + steps[event.key]);
    else if (event.key === "Home") choose(0);
    else if (event.key === "End") choose(dots.length - 1);
    else return;
    event.preventDefault();
  });
}
