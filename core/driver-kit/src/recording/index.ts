export { recordingOf, type Recording } from './recording.ts'
export { formatSnmprec, formatVarbind, parseSnmprec } from './snmprec.ts'
