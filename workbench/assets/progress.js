// Shows how far a verification is, as it happens; when it has ended, the page shows what came of it.
const root = document.querySelector('[data-progress]');
const rows = [...root.querySelectorAll('[data-stage]')];
const status = root.querySelector('[data-status]');

const counts = {
  extract: ({ extracted }) => (extracted === 0 ? '' : String(extracted)),
  retrieve: ({ searched, checkable }) => (searched === 0 ? '' : `${searched} of ${checkable}`),
  judge: ({ judged, extracted }) => (judged === 0 ? '' : `${judged} of ${extracted}`),
  conclude: () => '',
};

document.addEventListener('live', ({ detail: { stage, claims } }) => {
  if (stage === null) {
    location.reload();
    return;
  }
  const at = rows.findIndex((row) => row.dataset.stage === stage);
  for (const [index, row] of rows.entries()) {
    row.dataset.state = index < at ? 'done' : index === at ? 'now' : 'later';
    row.querySelector('[data-count]').textContent = counts[row.dataset.stage](claims);
  }
  const said = rows[at].children[1].textContent;
  if (status.textContent !== said) status.textContent = said;
});
