import { type Module, mostInterfaces } from '@linecard/driver-kit'
import {
  cardList,
  cardStatus,
  fdb,
  linkInfo,
  ponOntsMacAddr,
  ponOntsOptical,
  ponOntsReasons,
  ponOntsSerial,
  ponOntsStatus,
  ponOntsVendor,
  ponPortsList,
  system,
} from '@linecard/driver-kit/modules'
import { pollSoon, type Context, type Polled, type Poller } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import type { Inventory } from '../inventory.ts'
import { onuArgs } from './onus/asked.ts'
import { keepAnswer, noteReading } from './onus/store.ts'
import { identsOf, listModules, statesOf } from './reading/read.ts'
import { storeOfStates } from './reading/status.ts'
import { storeInterfaces } from './reading/save.ts'
import { noteStatus, storeList, type ReadDevice } from './refresh.ts'
import type { Static } from 'typebox'
import { tables } from '../tables.ts'
import { indexable } from './reading/seen.ts'

/** Stores what a device is called by its maker, where nobody has written it yet, and its status. */
async function storeSystem(ctx: Context, { device, answers }: Polled): Promise<void> {
  await noteStatus(ctx, device, answers)
  const answer = answers.get(system.name)?.data as Static<typeof system.result> | undefined
  for (const [column, value] of [
    ['mac', answer?.mac_addr],
    ['serial', answer?.serial_num],
  ] as const)
    if (value)
      await tables(ctx.em())
        .updateTable('inventory_device')
        .set({ [column]: indexable(value, 64) })
        .where('id', '=', device.id)
        .where(column, '=', '')
        .execute()
}

type InventoryPoller = Poller<Inventory>

/** The model of a polled device, as the limits of stored interfaces need it. */
function readDevice({ drivers }: Context, { device: { id, model_key: key } }: Polled): ReadDevice {
  const model = drivers.flatMap(({ models }) => models).find(one => one.key === key)
  return { id, model: { key, type: model?.type ?? '', ports: model?.ports ?? null } }
}

/** A list is read again: a port was renumbered, or there is one that nobody knows. */
const listSoon = ({ events }: Context, id: number) =>
  events.emit(pollSoon, { device_id: id, pollers: ['interfaces_list'] })

async function storeStatus(ctx: Context<Config>, { device, answers }: Polled): Promise<void> {
  const { id, rebooted } = device
  await noteStatus(ctx, device, answers)
  const reading = await statesOf(answers)
  // After a restart the same number may be another port, until the list says so.
  if (rebooted) return listSoon(ctx, id)
  if (reading.interfaces.size === 0) return
  const { changes, unknown } = await storeOfStates(ctx)({
    device: id,
    seen: [...reading.interfaces.values()],
  })
  const { states, complete } = reading
  if (states)
    await keepAnswer(ctx, {
      deviceId: id,
      module: ponOntsStatus.name,
      args: {},
      complete: complete.onus,
      ...states,
    })
  if (changes.length) ctx.events.emit('interface.status', { device_id: id, changes })
  if (unknown > 0) listSoon(ctx, id)
}

async function storeIdents(ctx: Context<Config>, polled: Polled): Promise<void> {
  const reading = identsOf(polled.answers)
  if (reading.interfaces.size === 0) return
  const { id, model } = readDevice(ctx, polled)
  const most = mostInterfaces(model!, ctx.config.stored_interfaces)
  const plan = await storeInterfaces(ctx.em(), id, reading, { now: ctx.clock(), most })
  if (plan.rebound) await ctx.use('equipment').renumbered(id)
}

/** Notes how each reading ended that gave no list; what it gave is kept by `keeps`. */
async function noteEnds({ ctx: { em } }: Inventory, { device, answers }: Polled): Promise<void> {
  for (const [module, { error, time, data }] of answers)
    if (error) await noteReading(em(), device.id, module, time, false, error.description)
    else if (!Array.isArray(data)) await noteReading(em(), device.id, module, time, true, null)
}

const slow = (summary: string, every: keyof Config, modules: readonly Module[]): InventoryPoller => ({
  summary,
  intervalSec: 1800,
  every: ({ ctx }) => ctx.config[every] as number,
  modules,
  argsFor: onuArgs,
  store: noteEnds,
})

const asModules = (...modules: readonly unknown[]) => modules as readonly Module[]

/** What the inventory reads of devices, and stores of it. */
export const pollers: Readonly<Record<string, InventoryPoller>> = {
  system: {
    summary: 'Identity and uptime of the device',
    intervalSec: 300,
    modules: asModules(system),
    store: ({ ctx }, polled) => storeSystem(ctx, polled),
  },
  interfaces_list: {
    summary: 'Interfaces with their names, descriptions and idents',
    intervalSec: 900,
    every: ({ ctx }) => ctx.config.list_interval_sec,
    modules: asModules(...listModules),
    always: true,
    seesAll: true,
    async store({ ctx }, polled) {
      await storeList(ctx, readDevice(ctx, polled), polled.answers)
    },
  },
  interfaces_status: {
    summary: 'Link and admin state of interfaces, state of ONUs',
    intervalSec: 120,
    modules: asModules(linkInfo, ponOntsStatus),
    store: ({ ctx }, polled) => storeStatus(ctx, polled),
  },
  ont_ident: {
    summary: 'Serial numbers and MAC addresses of ONUs',
    intervalSec: 600,
    modules: asModules(ponOntsSerial, ponOntsMacAddr),
    seesAll: true,
    store: ({ ctx }, polled) => storeIdents(ctx, polled),
  },
  fdb_table: {
    summary: 'MAC addresses behind ports',
    intervalSec: 900,
    every: ({ ctx }) => ctx.config.fdb_interval_sec,
    modules: asModules(fdb),
    // `fdb_enabled` is the switch for addresses.
    seesAll: true,
  },
  optical_strength: slow(
    'Optical values and down reasons of ONUs',
    'onu_optical_interval_sec',
    asModules(ponOntsOptical, ponOntsReasons),
  ),
  ont_vendor: slow('Vendors and models of ONUs', 'onu_identity_interval_sec', asModules(ponOntsVendor)),
  pon_ports: slow('PON ports and line cards', 'onu_identity_interval_sec', asModules(ponPortsList, cardList)),
  card_status: slow('State of line cards', 'onu_optical_interval_sec', asModules(cardStatus)),
}
