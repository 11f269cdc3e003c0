import type { ResultOf } from '@linecard/driver-kit'
import {
  interfaceDescriptions,
  interfacesList,
  linkInfo,
  powerStatus,
  pvid,
  sysResources,
  sysTemp,
  system,
  vlans,
  vlansByPort,
} from '@linecard/driver-kit/modules'
import { answerOf, together, type LiveAnswer } from './answers.ts'
import { byInterface, type Joined } from './by-interface.ts'

/** Interfaces with link and description, and the fields that a plugin adds. */
export const interfacesAnswer = ($id: string, more: Readonly<Record<string, Joined>> = {}): LiveAnswer =>
  byInterface(
    {
      link: { module: linkInfo, several: true },
      description: { module: interfaceDescriptions, field: 'description' },
      ...more,
    },
    { $id, description: 'An interface. `link` has a row for each medium of a combo port' },
    interfacesList,
  )

const loadOf = (
  { interfaces, ...whole }: ResultOf<typeof sysResources>,
  id: number,
): ResultOf<typeof sysResources> => ({
  ...whole,
  interfaces: interfaces && interfaces.filter(row => row.interface.id === id),
})

/** Identity, load, temperature and power supplies of a device. */
export const resourcesAnswer = ($id: string): LiveAnswer =>
  together(
    {
      system: answerOf(system),
      resources: answerOf(sysResources, { narrow: loadOf }),
      temperature: answerOf(sysTemp),
      power: answerOf(powerStatus),
    },
    { $id },
  )

const list = (field: 'untagged' | 'tagged' | 'egress' | 'forbidden'): Joined => ({
  module: vlansByPort,
  field,
})

/** VLANs with their ports, and ports with their VLANs. */
export const vlansAnswer = (plugin: string): LiveAnswer =>
  together(
    {
      vlans: answerOf(vlans, { when: 'whole' }),
      ports: byInterface(
        {
          pvid: { module: pvid, field: 'pvid' },
          untagged: list('untagged'),
          tagged: list('tagged'),
          egress: list('egress'),
          forbidden: list('forbidden'),
        },
        { $id: `${plugin}.PortVlans` },
      ),
    },
    {
      $id: `${plugin}.Vlans`,
      description:
        '`vlans` with their ports, `ports` with their VLANs. With `interface` only `ports` is filled',
    },
  )
