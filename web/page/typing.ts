/** Whether keys belong to what has the focus: a text, or a list that they move in. Shortcuts leave them alone there. */
export function takesKeys(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=tablist], [role=slider]',
    ) !== null
  )
}
