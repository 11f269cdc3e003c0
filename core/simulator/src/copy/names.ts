import type { StoredDevice } from './stored.ts'

/** The name of the copy: what the device calls itself, in letters that every prompt can have. */
export const nameOf = ({ name, answers }: StoredDevice): string =>
  (answers.system?.name ?? name)
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[^a-z]+/i, '')
    .slice(0, 24) || 'copy'
