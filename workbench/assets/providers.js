// Says that a model is being asked, and keeps the call from being sent twice. Without this script, the page says beforehand how long it may take.
const said = document.querySelector('[data-waiting]');

document.addEventListener('submit', ({ target }) => {
  const { test } = target.dataset;
  if (test === undefined) return;
  said.hidden = false;
  said.textContent = test;
  for (const button of document.querySelectorAll('form[data-test] button')) button.disabled = true;
});

// A page that the browser kept is shown as it was left.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});
