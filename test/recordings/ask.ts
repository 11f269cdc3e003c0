import { DeviceError, interfacesList, linkInfo, type Detection, type Driver } from '@linecard/driver-kit'
import { createEquipment, memoryStore } from '@linecard/equipment/library'
import type { Missing } from '@linecard/driver-kit'
import type { Target } from '@linecard/plugin-kit'
import { startDevice } from '@linecard/simulator'

/** A port as our driver reads it from the served recording. */
export interface Port { ifIndex: number, name: string, type: string, oper: string | null, admin: string | null, description: string | null }
export interface Asked { detection: Detection | null, ports: Port[], missing: Missing[], error: string | null }

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

const target = (ip: string, port: number, modelKey: string | null): Target => ({
  deviceId: null, ip, modelKey, snmp: { version: '2c', port, timeoutMs: 3000, retries: 2, community: 'public', writeCommunity: '' },
})

/** Asks recordings as a provider's installation would: a socket, detection, the driver's modules. */
export function asker(drivers: readonly Driver[]) {
  const equipment = createEquipment({ drivers, log: quiet, store: memoryStore(), settings: { allow_loopback: true } })

  async function ports(where: Target): Promise<Pick<Asked, 'ports' | 'missing'>> {
    const list = await equipment.call(where, interfacesList, {}, { from: 'device' })
    const links = await equipment.call(where, linkInfo, {}, { from: 'device' })
    const states = new Map(links.data.map(row => [row.interface.if_index, row]))
    return {
      missing: [...list.meta.missing, ...links.meta.missing],
      ports: list.data.filter(row => row.if_index !== null && row.type !== 'ONU').map(row => {
        const state = states.get(row.if_index)
        return { ifIndex: row.if_index!, name: row.name, type: row.type, oper: state?.oper_status ?? null, admin: state?.admin_state ?? null, description: state?.description ?? null }
      }),
    }
  }

  return {
    /** Serves one recording and reads it. A device error is an answer too; anything else is a bug and thrown. */
    async ask(path: string, ip: string, withPorts: boolean): Promise<Asked> {
      const device = await startDevice({ ip, port: 0, recording: path })
      const asked: Asked = { detection: null, ports: [], missing: [], error: null }
      try {
        asked.detection = await equipment.detect(target(ip, device.port, null))
        if (withPorts) Object.assign(asked, await ports(target(ip, device.port, asked.detection.modelKey)))
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
