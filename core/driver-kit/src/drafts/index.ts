/** What `linecard record` writes beside the values of a device. It does not load the test runner. */
export { draftOf, type Draft, type Recorded } from './draft.ts'
export type { DeviceFile, UntestedFile } from '../testing/folder-files.ts'
export { formatGoldens } from '../testing/folder.ts'
