import { DeviceError, type Driver, type Module, type ResultOf } from '@linecard/driver-kit'
import {
  interfaceDescriptions,
  interfacesList,
  ponOntsMacAddr,
  ponOntsOptical,
  ponOntsSerial,
  ponOntsStatus,
} from '@linecard/driver-kit/modules'
import { parseSnmprec } from '@linecard/driver-kit/recording'
import { createEquipment, memoryStore, settingsWith } from '@linecard/equipment/library'
import { startDevice } from '@linecard/simulator'
import type { Field } from './facts.ts'

/** One ONU as the driver reads it. */
export interface OurOnu {
  name: string
  /** `slot/port:onu`. */
  place: string
  /** Null or absent: it is no row of ifTable. */
  ifIndex?: number | null
  values: Partial<Record<Field, string | number | null>>
}
export interface OurOnus {
  modelKey: string | null
  onus: OurOnu[]
  /** Modules that the model does not have. */
  unsupported: string[]
  error: string | null
}

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

/**
 * Detects a served recording and reads its ONUs with the driver, as an installation does. `model`: its key, for
 * a recording that does not tell what it is.
 */
export async function readOurs(
  drivers: readonly Driver[],
  name: string,
  file: string,
  model?: string,
): Promise<OurOnus> {
  const equipment = createEquipment({
    drivers,
    log: quiet,
    store: memoryStore(),
    settings: settingsWith({ allow_loopback: true }),
  })
  const device = await startDevice({ ip: '127.0.33.9', port: 0, recording: parseSnmprec(file, name) })
  const ours: OurOnus = { modelKey: null, onus: [], unsupported: [], error: null }
  const target = {
    deviceId: null,
    ip: '127.0.33.9',
    modelKey: null as string | null,
    snmp: {
      version: '2c' as const,
      port: device.port,
      timeoutMs: 3000,
      retries: 2,
      community: 'public',
      writeCommunity: '',
    },
  }
  const read = async <M extends Module>(module: M, args: object = {}): Promise<ResultOf<M> | null> => {
    try {
      return (await equipment.call(target, module, args, { from: 'device' })).data as ResultOf<M>
    } catch (error) {
      if (!(error instanceof DeviceError) || !['Unsupported', 'AuthFailed'].includes(error.kind)) throw error
      ours.unsupported.push(module.name)
      return null
    }
  }
  try {
    target.modelKey = ours.modelKey = model ?? (await equipment.detect(target)).modelKey
    const byId = new Map<number, OurOnu>()
    for (const one of (await read(interfacesList, { type: 'ONU' })) ?? []) {
      if (one.type !== 'ONU') continue
      const place = `${one._slot ?? 0}/${one._port ?? '?'}:${one._onu ?? '?'}`
      byId.set(one.id, { name: one.name, place, ifIndex: one.if_index, values: { there: 'yes' } })
    }
    const put = (id: number, values: OurOnu['values']) => Object.assign(byId.get(id)?.values ?? {}, values)
    if (byId.size > 0) {
      for (const row of (await read(ponOntsStatus)) ?? []) put(row.interface.id, { status: row.status })
      for (const row of (await read(ponOntsMacAddr)) ?? []) put(row.interface.id, { ident: row.mac_address })
      for (const row of (await read(ponOntsSerial)) ?? [])
        if (row.serial !== null) put(row.interface.id, { ident: row.serial })
      for (const row of (await read(ponOntsOptical)) ?? []) {
        const { rx, tx, olt_rx, distance, temp, voltage, bias } = row
        put(row.interface.id, { rx, tx, olt_rx, distance, temperature: temp, voltage, bias: bias ?? null })
      }
      for (const row of (await read(interfaceDescriptions, { interface_type: 'ONU' })) ?? [])
        put(row.interface.id, { description: row._description ?? row.description ?? null })
    }
    ours.onus = [...byId.values()]
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error
    ours.error = `${error.code}: ${error.message}`
  } finally {
    await device.stop()
    await equipment.close()
  }
  return ours
}
