import type { Driver } from '@linecard/driver-kit'
import { buildIndex, type KnownModel } from '@linecard/driver-kit/detection'
import type { Recording } from '@linecard/driver-kit/recording'
import { varbindText } from '@linecard/driver-kit'
import { readFolders, type ReplayOptions } from '@linecard/driver-kit/testing'
import { readIndex, readRecording } from '../folder.ts'
import { inPart, type Part } from '../part.ts'

/** A recorded device that is read again after its recording was changed. */
export interface Device {
  name: string
  known: KnownModel
  recording: Recording
  options: Pick<ReplayOptions, 'cli' | 'api' | 'contexts'>
  /** Arguments of modules that need some. */
  args: Readonly<Record<string, unknown>>
}

/** The recordings of the repository, which we invented. */
export async function ownDevices(drivers: readonly Driver[]): Promise<Device[]> {
  const { models } = buildIndex(drivers)
  const found: Device[] = []
  for (const { id } of drivers) {
    const root = new URL(`../../../drivers/${id}/recordings/`, import.meta.url)
    for (const { folder } of await readFolders(root)) {
      if (folder instanceof Error) throw folder
      const { name, device, recording, cli, api, contexts } = folder
      const known = models.get(device.model)
      if (!known) throw new Error(`${name}: no driver has the model ${device.model}`)
      found.push({ name, known, recording, options: { cli, api, contexts }, args: device.args ?? {} })
    }
  }
  return found
}

/** The recordings of real devices of a part, as far as a model of ours is found for them. */
export async function realDevices(
  drivers: readonly Driver[],
  folder: string,
  part: Part,
  fits: (name: string) => boolean,
): Promise<Device[]> {
  const index = buildIndex(drivers)
  const found: Device[] = []
  for (const { name } of (await readIndex(folder)).filter(inPart(part))) {
    if (!fits(name)) continue
    const { recording } = await readRecording(folder, name)
    const valueOf = (oid: string) => {
      const varbind = recording.get(oid)
      return varbind ? varbindText(varbind) : null
    }
    const identity = { objectId: valueOf('1.3.6.1.2.1.1.2.0'), descr: valueOf('1.3.6.1.2.1.1.1.0') }
    const { modelKey } = await index.detect(identity, async oid => valueOf(oid))
    const known = modelKey === null ? undefined : index.models.get(modelKey)
    if (known) found.push({ name, known, recording, options: {}, args: {} })
  }
  return found
}
