import type { SimulatedOlt } from '../olt/olt.ts'
import { oltModels } from '../olts/index.ts'
import { switchModels } from '../simulated/models/index.ts'
import type { SimulatedSwitch } from '../simulated/switch.ts'
import { copyOlt } from './olt.ts'
import { ponPortsOf } from './olt-model.ts'
import type { NotCopied, StoredDevice } from './stored.ts'
import { copySwitch } from './switch.ts'

export { copiedModules, type NotCopied, type StoredAnswers, type StoredDevice } from './stored.ts'

/** A living device with what is stored of a real one. */
export interface DeviceCopy {
  device: SimulatedOlt | SimulatedSwitch
  /** The living model, e.g. `C320`. */
  model: string
  /** What the copy does not have. */
  not_copied: NotCopied[]
}

/**
 * Makes a living copy of a device from its stored answers. Its time runs ten times as fast; its ONUs do
 * nothing by themselves. Null: the makers of `copiedMakers` alone have living models, and nothing can be
 * copied of a device whose interfaces were never read.
 *
 * @param ip an address of 127.0.0.0/8 on which it will be started
 */
export function copyOf(stored: StoredDevice, ip: string): DeviceCopy | null {
  const copy = ponPortsOf(stored).length > 0 ? copyOlt(stored, ip) : copySwitch(stored, ip)
  return copy && { device: copy.device, model: copy.model, not_copied: copy.missing }
}

/** Makers (ids of drivers) of which copies can be made: of OLTs and of switches. */
export const copiedMakers: Readonly<Record<'olt' | 'switch', readonly string[]>> = {
  olt: Object.keys(oltModels).toSorted(),
  switch: [...new Set(Object.values(switchModels).map(({ vendor }) => vendor))].toSorted(),
}
