import type { World } from '@linecard/test-kit/worlds/core'

/** How many there are of each. */
export interface Size {
  olts: number
  onus: number
  onuMacs: number
  switches: number
  ports: number
  macs: number
}

/**
 * A provider's network, or one part in so many of it: ONUs behind OLTs with a little more than one MAC address
 * each, and switches with one at each port.
 */
export const sizeOf = (part: number): Size => ({
  olts: Math.max(4, Math.round(10 / part)),
  onus: Math.max(40, Math.round(8_000 / part)),
  onuMacs: Math.round(100_000 / part),
  switches: Math.max(5, Math.round(250 / part)),
  ports: Math.max(50, Math.round(200 / part)),
  macs: Math.round(150_000 / part),
})

/** The same numbers in every run (mulberry32). */
export function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const macOf = (n: number): string =>
  `02:00:00:${[n >> 16, (n >> 8) & 255, n & 255].map(byte => byte.toString(16).padStart(2, '0')).join(':')}`.toUpperCase()

/** Per reading of 10 minutes: 5 % of the addresses move in a day; 2 % fall silent, for 10 to 30 minutes. */
const [movesOfDay, silences, roundsOfDay] = [0.05, 0.02, 144]

export interface Round {
  /** Of each device: MAC numbers and bind keys. */
  seen: Map<number, [mac: number, port: number][]>
  moved: number
}

/**
 * Devices from 1 on, OLTs first. Interfaces have ids of their own; bind keys count from 1 on each device.
 */
export function createNetwork(size: Size) {
  const devices = size.olts + size.switches
  const portsOn = (device: number): number => (device <= size.olts ? size.onus : size.ports)
  const firstInterface = (device: number): number =>
    device <= size.olts
      ? (device - 1) * size.onus + 1
      : size.olts * size.onus + (device - size.olts - 1) * size.ports + 1
  const deviceOfMac = (n: number): number =>
    n < size.onuMacs ? 1 + (n % size.olts) : size.olts + 1 + ((n - size.onuMacs) % size.switches)

  async function fillInventory(world: World): Promise<void> {
    await world.sql(
      `insert into inventory_device (id, ip, name, group_id, enabled) select n, '10.0.0.0'::inet + n, 'device ' || n, -1, false from generate_series(1, ${devices}) n`,
    )
    await world.sql('alter table inventory_interface disable trigger user')
    for (let device = 1; device <= devices; device++)
      await world.sql(
        `insert into inventory_interface (id, device_id, bind_key, name, type) select ${firstInterface(device) - 1} + n, ${device}, n, 'port ' || n, '${device <= size.olts ? 'ONU' : 'ETH'}' from generate_series(1, ${portsOn(device)}) n`,
      )
    await world.sql('alter table inventory_interface enable trigger user')
    await world.sql('analyze inventory_device, inventory_interface')
  }

  /** What the FDBs show, round after round. */
  function* rounds(count: number): Generator<Round> {
    const next = random(7)
    const port = new Int32Array(size.macs)
    const silentUntil = new Int32Array(size.macs)
    for (let n = 0; n < size.macs; n++) {
      const within = n < size.onuMacs ? n / size.olts : (n - size.onuMacs) / size.switches
      port[n] = 1 + (Math.floor(within) % portsOn(deviceOfMac(n)))
    }
    for (let round = 0; round < count; round++) {
      const seen: Round['seen'] = new Map(Array.from({ length: devices }, (_, n) => [n + 1, []]))
      let moved = 0
      for (let n = 0; n < size.macs; n++) {
        const device = deviceOfMac(n)
        if (next() < movesOfDay / roundsOfDay) {
          port[n] = 1 + Math.floor(next() * portsOn(device))
          moved++
        }
        if (silentUntil[n]! < round && next() < silences) silentUntil[n] = round + 1 + Math.floor(next() * 3)
        if (silentUntil[n]! <= round) seen.get(device)!.push([n, port[n]!])
      }
      yield { seen, moved }
    }
  }
  return { firstInterface, fillInventory, rounds }
}
export type Network = ReturnType<typeof createNetwork>
