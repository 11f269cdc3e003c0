import { DeviceError, type Driver, type Missing, type Module, type ResultOf } from '@linecard/driver-kit'
import {
  arps,
  fdb,
  interfacesList,
  linkInfo,
  lldpInfo,
  netSettings,
  sfpMedia,
  sfpOptical,
  sysResources,
  sysTemp,
  vlans,
} from '@linecard/driver-kit/modules'
import type { Detection } from '@linecard/driver-kit/detection'
import type { Recording } from '@linecard/driver-kit/recording'
import { createEquipment, memoryStore, settingsWith } from '@linecard/equipment/library'
import type { Target } from '@linecard/plugin-kit'
import { startDevice } from '@linecard/simulator'

/** A port as our driver reads it from the served recording. */
export interface Port {
  ifIndex: number
  name: string
  type: string
  oper: string | null
  admin: string | null
  description: string | null
}

/** Modules that are compared, besides those of the ports. */
const compared = {
  vlans,
  fdb,
  arps,
  lldpInfo,
  sysResources,
  sysTemp,
  sfpOptical,
  sfpMedia,
  netSettings,
} as const
/** The answer of the driver. Null if the model does not have the module. */
export type Answers = { [K in keyof typeof compared]: ResultOf<(typeof compared)[K]> | null }

export interface Asked {
  detection: Detection | null
  ports: Port[]
  answers: Answers | null
  missing: Missing[]
  error: string | null
}

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

const target = (ip: string, port: number, modelKey: string | null): Target => ({
  deviceId: null,
  ip,
  modelKey,
  snmp: { version: '2c', port, timeoutMs: 3000, retries: 2, community: 'public', writeCommunity: '' },
})

/** vtpVlanType of Cisco: VLANs that have an SNMP context each. */
const vtpVlanType = '1.3.6.1.4.1.9.9.46.1.3.1.1.3'
/**
 * The recordings have only the default context. Without answers, each other context would cost its timeouts,
 * so they exist and are empty.
 */
const contextsOf = (recording: Recording) =>
  [...recording.below(vtpVlanType)].map(({ oid }) => {
    const vlan = oid.slice(oid.lastIndexOf('.') + 1)
    return { name: `vlan-${vlan}`, suffix: `@${vlan}`, recording: [] }
  })

/** Asks recordings as an installation does: a socket, detection, the modules of the driver. */
export function asker(drivers: readonly Driver[]) {
  const equipment = createEquipment({
    drivers,
    log: quiet,
    store: memoryStore(),
    settings: settingsWith({ allow_loopback: true }),
  })
  const fresh = { from: 'device' } as const

  async function ports(where: Target): Promise<Pick<Asked, 'ports' | 'missing'>> {
    const list = await equipment.call(where, interfacesList, {}, fresh)
    const links = await equipment.call(where, linkInfo, {}, fresh)
    const states = new Map(links.data.map(row => [row.interface.if_index, row]))
    return {
      missing: [...list.meta.missing, ...links.meta.missing],
      ports: list.data
        .filter(row => row.if_index !== null && row.type !== 'ONU')
        .map(row => {
          const state = states.get(row.if_index)
          return {
            ifIndex: row.if_index!,
            name: row.name,
            type: row.type,
            oper: state?.oper_status ?? null,
            admin: state?.admin_state ?? null,
            description: state?.description ?? null,
          }
        }),
    }
  }

  async function answers(where: Target): Promise<Pick<Asked, 'answers' | 'missing'>> {
    const found: Partial<Record<keyof Answers, unknown>> = {}
    const missing: Missing[] = []
    for (const [name, module] of Object.entries(compared) as [keyof Answers, Module][]) {
      try {
        const answer = await equipment.call(where, module, {}, fresh)
        found[name] = answer.data
        missing.push(...answer.meta.missing)
      } catch (error) {
        // Only SNMP is recorded: modules that use the console or an API cannot be asked.
        if (!(error instanceof DeviceError) || !['Unsupported', 'AuthFailed'].includes(error.kind))
          throw error
        found[name] = null
      }
    }
    return { answers: found as Answers, missing }
  }

  return {
    /**
     * Serves one recording and reads it. A device error is an answer too. Any other error is a bug and is
     * thrown.
     */
    async ask(recording: Recording, ip: string): Promise<Asked> {
      const device = await startDevice({ ip, port: 0, recording, contexts: contextsOf(recording) })
      const asked: Asked = { detection: null, ports: [], answers: null, missing: [], error: null }
      try {
        asked.detection = await equipment.detect(target(ip, device.port, null))
        const where = target(ip, device.port, asked.detection.modelKey)
        const first = await ports(where)
        const others = await answers(where)
        Object.assign(asked, first, others, { missing: [...first.missing, ...others.missing] })
      } catch (error) {
        if (!(error instanceof DeviceError)) throw error
        asked.error = `${error.code}: ${error.message}`
      } finally {
        await device.stop()
      }
      return asked
    },
    close: () => equipment.close(),
  }
}
