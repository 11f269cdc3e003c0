/**
 * The copy of an OLT with 16,384 ONUs, as a rehearsal makes it: in a thread of its own, from stored answers. Shows
 * the time until it answers, the time of a difference of configurations, and the memory, median of 3. Its bounds:
 * 2 s and 300 MB.
 */
import type { Interface } from '@linecard/driver-kit/modules'
import type { StoredDevice } from '@linecard/simulator'
import { startThread } from '../../../plugins/rehearsal/src/copies/thread.ts'
import { median } from '../median.ts'

const [slots, ports, onus] = [8, 16, 128]
export const limits = { ms: 2000, mb: 300 }

const pon = (slot: number, port: number): Interface => ({
  id: 10_000_000 + slot * 100_000 + port * 1000,
  name: `gpon_olt-1/${slot}/${port}`,
  type: 'PON',
  parent: null,
  if_index: 285_278_208 + slot * 256 + port,
  _slot: slot,
  _port: port,
  pontype: 'gpon',
})
const onu = (port: Interface, number: number): Interface => ({
  id: port.id + number,
  name: `${port.name.replace('_olt', '_onu')}:${number}`,
  type: 'ONU',
  parent: port.id,
  if_index: null,
  _onu: number,
})
const span = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at)

/** The stored answers of a full C600. */
export function largestOlt(): StoredDevice {
  const pons = span(1, slots).flatMap(slot => span(1, ports).map(port => pon(slot, port)))
  const all = pons.flatMap(port => span(1, onus).map(number => onu(port, number)))
  const refs = all.map(({ id, name, type, parent, if_index }) => ({ id, name, type, parent, if_index }))
  const serial = (at: number) => `ZTEG${(0xc0000000 + at).toString(16).toUpperCase()}`
  return {
    name: 'largest',
    maker: 'zte',
    model: 'ZTE C600 (FW 1.2)',
    answers: {
      interfaces_list: [...pons, ...all],
      pon_onts_status: refs.map(row => ({
        interface: row,
        status: 'Online',
        bind_status: 'working',
        admin_state: 'Enabled',
      })),
      pon_onts_serial: refs.map((row, at) => ({ interface: row, serial: serial(at) })),
      interface_descriptions: refs.map((row, at) => ({
        interface: row,
        description: `contract ${at}`,
        _name: `flat ${at}`,
      })),
    },
  }
}

/** Starts the copy once: ms until it answers and for a difference, and MB that the process grew. */
async function once(stored: StoredDevice): Promise<{ ms: number; differenceMs: number; mb: number }> {
  const secrets = { login: 'a', password: 'b', enable: null, read: 'r', write: 'w' }
  const before = process.memoryUsage().rss
  const started = performance.now()
  const thread = await startThread({ stored, ip: '127.77.1.1', secrets }, new AbortController().signal)
  if (!thread) throw new Error('no copy was made')
  const ms = performance.now() - started
  await thread.keep('before')
  await thread.keep('after')
  const { equal } = await thread.difference('before', 'after')
  if (!equal) throw new Error('the configuration of the copy changed by itself')
  const differenceMs = performance.now() - started - ms
  const mb = (process.memoryUsage().rss - before) / 1e6
  await thread.stop()
  return { ms, differenceMs, mb }
}

/** Prints the figures, and gives what is above its bound. */
export async function showCopy(): Promise<string[]> {
  const stored = largestOlt()
  const all = []
  for (let round = 0; round < 3; round++) all.push(await once(stored))
  const ms = median(all.map(one => one.ms))
  // The first one also loads the packages; the later ones use memory that it has left.
  const mb = Math.max(...all.map(one => one.mb))
  const differenceMs = median(all.map(one => one.differenceMs))
  console.log(
    `a copy of an OLT with ${slots * ports * onus} ONUs answers after ${ms.toFixed(0)} ms, ` +
      `takes ${mb.toFixed(0)} MB, and compares two configurations in ${differenceMs.toFixed(0)} ms`,
  )
  return [
    ...(ms > limits.ms ? [`a copy takes ${ms.toFixed(0)} ms, above ${limits.ms}`] : []),
    ...(mb > limits.mb ? [`a copy takes ${mb.toFixed(0)} MB, above ${limits.mb}`] : []),
  ]
}
