// Puts a text file into the field: dropped, or chosen. Without script, people paste.
const MOST_BYTES = 1_000_000;
const form = document.querySelector('[data-verify]');
const field = form.elements.namedItem('content');
const hint = form.querySelector('[data-drop-hint]');
hint.hidden = false;

async function take(file) {
  if (file === undefined) return;
  if (file.size > MOST_BYTES) {
    field.setCustomValidity('This file is too large for the field.');
    field.reportValidity();
    return;
  }
  field.setCustomValidity('');
  field.value = await file.text();
  field.focus();
}

form.querySelector('[data-file]').addEventListener('change', (event) => take(event.target.files[0]));
field.addEventListener('input', () => field.setCustomValidity(''));
for (const name of ['dragenter', 'dragover']) {
  field.addEventListener(name, (event) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    field.classList.add('drop');
  });
}
for (const name of ['dragleave', 'drop']) field.addEventListener(name, () => field.classList.remove('drop'));
field.addEventListener('drop', (event) => {
  const [file] = event.dataTransfer.files;
  if (file === undefined) return;
  event.preventDefault();
  take(file);
});
// Without the name of a field, a file is not sent.
