import { implement, readTable, type Implementation } from '@linecard/driver-kit'
import { cardList, cardStatus, sysResources, sysTemp, wanted } from '@linecard/driver-kit/modules'
import { readCards, technologyOf, type Card, type Chassis } from './read.ts'
import { fans1082 } from './tables.ts'

const operWords: Readonly<Record<number, string>> = {
  1: 'inService',
  2: 'notInService',
  3: 'hwOnline',
  4: 'hwOffline',
  5: 'configuring',
  6: 'configFailed',
  7: 'typeMismatch',
  8: 'deactived',
  9: 'faulty',
  10: 'invalid',
  11: 'noPower',
}
/** reset, switch, stopService, active, deactive */
const adminWords: Readonly<Record<number, 'Enabled' | 'Disabled'>> = {
  1: 'Enabled',
  2: 'Enabled',
  3: 'Disabled',
  4: 'Enabled',
  5: 'Disabled',
}

/** Control boards are SCXN, SCTM, SMXA, SFUL …. Their load is the load of the device. */
const isControl = ({ type }: Card): boolean => /^S[A-Z]{3}/.test(type ?? '')
const mean = (values: readonly (number | null)[]): number | null => {
  const known = values.filter(value => value !== null)
  return known.length === 0
    ? null
    : Math.round((known.reduce((sum, value) => sum + value, 0) / known.length) * 10) / 10
}
const nameOf = ({ type, slot }: Card): string => `${type ?? 'board'} (${slot})`

/** sys_resources: the load of the device is the load of its control boards. */
const cardResources = (chassis: Chassis): Implementation =>
  implement(sysResources, async (session, { load_only }) => {
    const cards = await readCards(session, chassis)
    const control = cards.filter(isControl)
    const loads = (control.length > 0 ? control : cards).filter(({ cpu }) => cpu !== null)
    const main = control.find(({ memory }) => memory !== null)
    const total = main?.memorySize ? main.memorySize * 2 ** 20 : null
    const used = total === null ? null : Math.round((total * main!.memory!) / 100)
    const fans =
      chassis === 'c300-fw21' && wanted(load_only, 'fans') ? [...(await readTable(session, fans1082))] : []
    return {
      cpu:
        wanted(load_only, 'cpu') && loads.length > 0
          ? { util: mean(loads.map(({ cpu }) => cpu)), _cpu_count: loads.length }
          : null,
      memory:
        wanted(load_only, 'memory') && main
          ? { util: main.memory, _total: total, _used: used, _free: total === null ? null : total - used! }
          : null,
      disk: null,
      interfaces: null,
      cards: wanted(load_only, 'cards')
        ? cards.map(card => ({
            id: card.id,
            name: nameOf(card),
            cpu_load: card.cpu,
            memory_usage: card.memory,
          }))
        : null,
      fans:
        fans.length > 0
          ? fans.map(([index, { oper, speed }]) => ({
              name: `Fan ${index.split('.').at(-1)}`,
              status: oper === 1 ? ('Normal' as const) : ('Unknown' as const),
              speed,
            }))
          : null,
    }
  })

/** card_list, card_status, sys_resources and sys_temp. */
export const cardModules = (chassis: Chassis): Implementation[] => [
  implement(cardList, async session =>
    (await readCards(session, chassis)).map(card => ({
      id: card.id,
      rack: card.rack,
      shelf: card.shelf,
      slot: card.slot,
      cfg_type: card.configured,
      real_type: card.real,
      technology: technologyOf(card.type, chassis),
      num_ports: card.ports,
      soft_ver: card.software,
      serial_num: card.serial,
    })),
  ),
  implement(cardStatus, async session =>
    (await readCards(session, chassis)).map(card => ({
      id: card.id,
      rack: card.rack,
      shelf: card.shelf,
      slot: card.slot,
      oper_status: card.oper === null ? null : (operWords[card.oper] ?? null),
      _oper_status: card.oper,
      admin_status: card.admin === null ? null : (adminWords[card.admin] ?? null),
      _admin_status: card.admin,
      cpu_load: card.cpu,
      memory_usage: card.memory,
      temperature: card.celsius,
    })),
  ),
  cardResources(chassis),
  implement(sysTemp, async session => {
    const sensors = (await readCards(session, chassis)).flatMap(card =>
      card.celsius === null ? [] : [{ name: nameOf(card), value: card.celsius }],
    )
    const hottest = sensors.toSorted((a, b) => b.value - a.value)[0]
    return { main: hottest?.value ?? null, main_from: hottest?.name ?? null, cpu: null, board: null, sensors }
  }),
]
