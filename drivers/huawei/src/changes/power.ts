import {
  confirm, ctrlPoeState, DeviceError, enumeration, ifIndexOf, implement, integer, integerTo, interfacesFor, map, poeInfo, portFor, refOf, rowsByIfIndex, table, text, written, type Implementation,
} from '@linecard/driver-kit'
import { huawei } from '../tables.ts'

const entry = `${huawei}.5.25.195.3.1`
/** hwPoePortTable of HUAWEI-POE-MIB, by ifIndex; power in mW. What a port does stands there as words, of which but two are the same in all firmware. */
const ports = table({
  admin: enumeration(`${entry}.3`, { 1: 'Enabled', 2: 'Disabled' }), priority: enumeration(`${entry}.4`, { 1: 'Critical', 2: 'High', 3: 'Low' }),
  on: map(text(`${entry}.6`), said => /^on$/i.test(said) ? true : /^off$/i.test(said) ? false : null), class: integer(`${entry}.8`, { none: [-1] }), power: integer(`${entry}.10`, { none: [-1] }),
})

/** poe_info and ctrl_poe_state; a port without power over Ethernet has no row. */
export const power = (): readonly Implementation[] => [
  implement(poeInfo, async (session, args) => (await rowsByIfIndex(session, ports, await interfacesFor(session, args.interface), args.interface)).flatMap(([one, row]) => row.admin === null ? [] : [{
    interface: refOf(one), admin_state: row.admin, status: row.admin === 'Disabled' ? 'Off' as const : row.on === null ? null : row.on ? 'Delivering' as const : 'Searching' as const,
    class: row.on ? row.class : null, priority: row.priority, power_mw: row.power,
  }])),
  implement(ctrlPoeState, async (session, args) => {
    const one = await portFor(session, args.interface)
    const state = async (again?: true) => (await session.call(poeInfo, { interface: one.id }, again ? { again } : {}))[0]?.admin_state ?? null
    if (await state() === null) throw new DeviceError('BadArgument', `${one.name} gives no power over Ethernet`, { argument: 'interface' })
    const act = written(() => [integerTo(`${entry}.3.${ifIndexOf(one)}`, args.state === 'enable' ? 1 : 2)])
    return confirm(session, () => act(session), { what: `the power of ${one.name}`, wanted: now => now === (args.state === 'enable' ? 'Enabled' : 'Disabled'), read: () => state(true) })
  }),
]
