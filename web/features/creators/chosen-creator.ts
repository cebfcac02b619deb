export function clearChosenCreator(): void {}
