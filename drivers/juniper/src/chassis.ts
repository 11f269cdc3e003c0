import { implement, readTable, sysResources, sysTemp, temperaturesOf, wanted, type Implementation } from '@linecard/driver-kit'
import { container, operating } from './tables.ts'

const of = (kind: string) => ([index]: readonly [string, unknown]): boolean => index.startsWith(`${kind}.`)

/** sys_resources from jnxOperatingTable: the first routing engine stands for the device, each of them is a card. */
export const resources = (): Implementation => implement(sysResources, async (session, { load_only }) => {
  const rows = [...await readTable(session, operating)]
  const engines = rows.filter(of(container.routingEngine)).filter(([, { memoryMb, memory }]) => memoryMb !== null || memory !== null)
  const [main] = engines.map(([, row]) => row)
  const total = main?.memoryMb == null ? null : main.memoryMb * 2 ** 20
  const used = total === null || main!.memory === null ? null : Math.round(total * main!.memory / 100)
  const fans = rows.filter(of(container.fan)).map(([index, { descr, state }]) => ({ name: descr ?? `Fan ${index}`, status: state ?? 'Unknown' as const, speed: null }))
  return {
    cpu: wanted(load_only, 'cpu') && main?.cpu != null ? { util: main.cpu, _cpu_count: null } : null,
    memory: wanted(load_only, 'memory') && main?.memory != null ? { util: main.memory, _total: total, _used: used, _free: total === null || used === null ? null : total - used } : null,
    disk: null, interfaces: null,
    cards: wanted(load_only, 'cards') && engines.length > 1 ? engines.map(([, { descr, cpu, memory }], at) => ({ id: at + 1, name: descr, cpu_load: cpu, memory_usage: memory })) : null,
    fans: wanted(load_only, 'fans') && fans.length > 0 ? fans : null,
  }
})

/** sys_temp from jnxOperatingTable: whatever has a temperature. */
export const temperatures = (): Implementation => implement(sysTemp, async session =>
  temperaturesOf([...await readTable(session, operating, { only: ['descr', 'temp'] })].flatMap(([index, { descr, temp }]) => temp === null ? [] : [{ name: descr ?? `Part ${index}`, value: temp }])))
