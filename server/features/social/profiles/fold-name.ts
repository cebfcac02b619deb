/**
 * Returns a name, or a searched part of one, in lower case and without accents. The function `searched_names` of the
 * database does the same with the names in `creator_names`.
 */
export function foldName(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]+/g, '')
    .normalize('NFC')
    .toLowerCase()
}
