import { DeviceError, type Driver } from '@linecard/driver-kit'
import type { Detection } from '@linecard/driver-kit/detection'
import type { Recording } from '@linecard/driver-kit/recording'
import { createEquipment, memoryStore, settingsWith } from '@linecard/equipment/library'
import type { Target } from '@linecard/plugin-kit'
import { startDevice } from '@linecard/simulator'
import { portsOf, readAnswers, type Answers, type Gaps, type Port } from './answers.ts'

export interface Asked {
  detection: Detection | null
  ports: Port[]
  /** Null: the recording could not be read; then `error` has the reason. */
  answers: Answers | null
  gaps: Gaps | null
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

  return {
    /**
     * Serves one recording and reads it. A device error is an answer too. Any other error is a bug and is
     * thrown.
     */
    async ask(recording: Recording, ip: string): Promise<Asked> {
      const device = await startDevice({ ip, port: 0, recording, contexts: contextsOf(recording) })
      const asked: Asked = { detection: null, ports: [], answers: null, gaps: null, error: null }
      try {
        asked.detection = await equipment.detect(target(ip, device.port, null))
        const where = target(ip, device.port, asked.detection.modelKey)
        const { answers, gaps } = await readAnswers(module => equipment.call(where, module, {}, fresh))
        Object.assign(asked, { answers, gaps, ports: portsOf(answers) })
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
