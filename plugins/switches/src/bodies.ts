import { ctrlPortDescr, ctrlPortSpeed, ctrlVlanPort, ctrlVlanState } from '@linecard/driver-kit/modules'
import { InterfaceWord, closedObject } from '@linecard/plugin-kit'
import { Type as T } from 'typebox'

export const InterfaceField = T.Union([InterfaceWord, T.Integer()])
export const save = T.Optional(
  T.Boolean({ description: 'Save the configuration afterwards; needs switches_save_config' }),
)
export const Switched = T.Enum(['Enabled', 'Disabled', 'enable', 'disable'], {
  description: 'Enabled or Disabled, as the reading operations show it; enable and disable are also accepted',
})

export const PortBody = closedObject(
  {
    interface: InterfaceField,
    description: T.Optional(ctrlPortDescr.args.properties.description),
    admin_state: T.Optional(Switched),
    admin_speed: T.Optional(
      T.Union([ctrlPortSpeed.args.properties.speed, T.Literal('Auto')], {
        description: 'Auto, or Mbit/s and duplex: 100-Full',
      }),
    ),
    save,
  },
  { examples: [{ interface: '1/3', description: 'flat 3', admin_state: 'Enabled' }] },
)

export const VlanBody = closedObject(
  {
    action: T.Enum(['create', 'delete', 'add', 'remove'], {
      description: 'create, delete: the VLAN; add, remove: a port',
    }),
    id: ctrlVlanState.args.properties.id,
    name: T.Optional(ctrlVlanState.args.properties.name),
    interface: T.Optional(InterfaceField),
    type: T.Optional(ctrlVlanPort.args.properties.type),
    save,
  },
  { examples: [{ action: 'add', id: 301, interface: '1/3', type: 'untagged' }] },
)
