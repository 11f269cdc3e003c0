/**
 * What existing clients send and mean, though the document does not say so. docs/clients.md has the list; all
 * other unknown members stay errors.
 */
export { queryLists, withoutCacheBuster } from './query.ts'
export { tolerance, type Tolerate, type Tolerating } from './tolerate.ts'
