import { arpInfo, arps } from '@linecard/driver-kit/modules'
import type { Polled } from '@linecard/plugin-kit'
import { arp } from '../catalogue/index.ts'
import type { PollParts } from './parts.ts'

/**
 * How long the ARP table of a router is, by the first module that answered. Of a table that was read in part
 * nothing is known.
 */
export async function storeArp({ add }: Pick<PollParts, 'add'>, { answers, device }: Polled): Promise<void> {
  const answer = [arps, arpInfo]
    .map(({ name }) => answers.get(name))
    .find(one => one !== undefined && Array.isArray(one.data))
  if (!answer?.complete) return
  const values = [(answer.data as readonly unknown[]).length]
  const time = answer.time.getTime()
  add([{ family: arp.id, device: device.id, interface: 0, part: '', time, values }])
}
