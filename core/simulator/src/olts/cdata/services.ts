import { onuSection } from '../../olt/configuration.ts'
import type { SimulatedOlt } from '../../olt/olt.ts'
import type { Onu } from '../../olt/onu-state.ts'
import { edited } from '../../olt/services.ts'

/** Numbers of the profiles of an ONU. */
export interface Bound {
  line: number
  srv: number
}

const part = 'profiles'
/** Profiles that an ONU has, which was registered without naming them. */
const none: Bound = { line: 0, srv: 0 }

export function boundOf({ configuration }: SimulatedOlt, onu: Onu): Bound {
  const section = onuSection(onu, part)
  const number = (key: keyof Bound) => Number(configuration.get(section, key) ?? none[key])
  return { line: number('line'), srv: number('srv') }
}
export function bindProfiles(olt: SimulatedOlt, onu: Onu, { line, srv }: Bound): void {
  const section = onuSection(onu, part)
  olt.configuration.set(section, 'line', String(line))
  olt.configuration.set(section, 'srv', String(srv))
  edited(olt)
}

/** A service port: it maps the VLAN of a GEM port of an ONU to one of the OLT. */
export interface ServicePort {
  index: number
  onu: Onu
  vlan: number
  gem: number
  userVlan: number
  action: string
}
const servicePart = 'service-port'
const actionOf = (text: string | undefined) => text ?? 'default'

/** All service ports, by their numbers. */
export function servicePorts(olt: SimulatedOlt): ServicePort[] {
  const { configuration } = olt
  return olt.onus
    .flatMap(onu =>
      configuration.lines(onuSection(onu, servicePart)).map((line): ServicePort => {
        const [index, vlan, gem, userVlan, action] = line.split(' ')
        return {
          index: Number(index),
          onu,
          vlan: Number(vlan),
          gem: Number(gem),
          userVlan: Number(userVlan),
          action: actionOf(action),
        }
      }),
    )
    .toSorted((a, b) => a.index - b.index)
}
export function addServicePort(olt: SimulatedOlt, { index, onu, vlan, gem, userVlan, action }: ServicePort) {
  const line = [index, vlan, gem, userVlan, action].join(' ')
  olt.configuration.set(onuSection(onu, servicePart), String(index), line)
  edited(olt)
}
/** False: there is no such service port. */
export function removeServicePort(olt: SimulatedOlt, index: number): boolean {
  const found = servicePorts(olt).find(one => one.index === index)
  if (!found) return false
  olt.configuration.remove(onuSection(found.onu, servicePart), String(index))
  edited(olt)
  return true
}
/** The line of the configuration. */
export const servicePortLine = ({ index, onu, vlan, gem, userVlan, action }: ServicePort): string =>
  `service-port ${index} vlan ${vlan} gpon 0/${onu.port.slot} port ${onu.port.number} ont ${onu.id} ` +
  `gemport ${gem} multi-service user-vlan ${userVlan} tag-action ${action}`

/** What the ONUs of the start have. */
export function drawServices({ configuration, pons }: SimulatedOlt): void {
  for (const [at, onu] of pons.flatMap(port => port.onus).entries()) {
    const section = onuSection(onu, part)
    configuration.set(section, 'line', '1')
    configuration.set(section, 'srv', '1')
    if (onu.port.technology === 'gpon')
      configuration.set(onuSection(onu, servicePart), String(at + 1), `${at + 1} 100 1 100 transparent`)
  }
}
