let loads = 0

/**
 * Loads a module once more, with a state of its own. Other test files of this process have already used the first one.
 *
 * @param url The module's address: `import.meta.resolve(…)`.
 */
export function importAgain<Module>(url: string): Promise<Module> {
  return import(`${url}?load=${++loads}`) as Promise<Module>
}
