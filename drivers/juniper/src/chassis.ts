import { implement, readTable, type Implementation, type ResultOf, type Session } from '@linecard/driver-kit'
import { numbered, temperaturesOf } from '@linecard/driver-kit/builders'
import { sysResources, sysTemp, wanted } from '@linecard/driver-kit/modules'
import { container, operating, spus } from './tables.ts'

type Card = NonNullable<ResultOf<typeof sysResources>['cards']>[number]
const of =
  (kind: string) =>
  ([index]: readonly [string, unknown]): boolean =>
    index.startsWith(`${kind}.`)

/** Services processing units of an SRX. Each has its own load and memory. */
const readSpus = async (session: Session): Promise<Omit<Card, 'id'>[]> =>
  [...(await readTable(session, spus))].map(([index, { node, fpc, cpu, memory }]) => ({
    name: `${node ? `${node} ` : ''}SPU ${fpc ?? index}`,
    cpu_load: cpu,
    memory_usage: memory,
  }))

/**
 * sys_resources from jnxOperatingTable. The values of the device are those of the first routing engine. If
 * there are several parts, the engines, the boards and the SPUs are cards.
 */
export const resources = (): Implementation =>
  implement(sysResources, async (session, { load_only }) => {
    const rows = [...(await readTable(session, operating))]
    const engines = rows
      .filter(of(container.routingEngine))
      .filter(([, { memoryMb, memory }]) => memoryMb !== null || memory !== null)
    const boards = rows.filter(of(container.board))
    const [main] = engines.map(([, row]) => row)
    const total = main?.memoryMb == null ? null : main.memoryMb * 2 ** 20
    const used = total === null || main!.memory === null ? null : Math.round((total * main!.memory) / 100)
    const fans = rows
      .filter(of(container.fan))
      .map(([index, { descr, state }]) => ({
        name: descr ?? `Fan ${index}`,
        status: state ?? ('Unknown' as const),
        speed: null,
      }))
    const cards = wanted(load_only, 'cards')
      ? [
          ...[...engines, ...boards].map(([, { descr, cpu, memory }]) => ({
            name: descr,
            cpu_load: cpu,
            memory_usage: memory,
          })),
          ...(await readSpus(session)),
        ]
      : []
    return {
      cpu: wanted(load_only, 'cpu') && main?.cpu != null ? { util: main.cpu, _cpu_count: null } : null,
      memory:
        wanted(load_only, 'memory') && main?.memory != null
          ? {
              util: main.memory,
              _total: total,
              _used: used,
              _free: total === null || used === null ? null : total - used,
            }
          : null,
      disk: null,
      interfaces: null,
      cards: cards.length > 1 ? numbered(cards).map((card, at) => ({ id: at + 1, ...card })) : null,
      fans: wanted(load_only, 'fans') && fans.length > 0 ? numbered(fans) : null,
    }
  })

/** sys_temp from jnxOperatingTable: all parts that have a temperature. */
export const temperatures = (): Implementation =>
  implement(sysTemp, async session =>
    temperaturesOf(
      [...(await readTable(session, operating, { only: ['descr', 'temp'] }))].flatMap(
        ([index, { descr, temp }]) =>
          temp === null ? [] : [{ name: descr ?? `Part ${index}`, value: temp }],
      ),
    ),
  )
