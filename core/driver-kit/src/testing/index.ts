export { testDriver } from './driver.ts'
export { DeviceFile, UntestedFile } from './folder.ts'
export { replaySession, type Replay, type ReplayOptions } from './replay.ts'
export type { RecordedApi } from './replay-router-os.ts'
