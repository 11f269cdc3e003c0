/** @throws Error if a source cannot be read as TypeScript, with its file and line */
export function bundleChanged(root: string, options?: { begin?: (count: number) => void }): Promise<boolean>
