import { ctrlPortDescr, ctrlPortState, ctrlResetPort, ponOntsStatus } from '@linecard/driver-kit/modules'
import { closedObject, liveChange, type Context, type Routes } from '@linecard/plugin-kit'
import { InterfaceField, Switched, stateOf } from '../bodies.ts'

/**
 * The modules of ports ask for a permission of switches. On an OLT `olts_ctrl_port` stands for it, and only
 * there: other devices are refused.
 */
const ofPort = { tag: 'olts_control', permission: ctrlResetPort.permission, only: ponOntsStatus } as const

/** PON ports and uplinks of an OLT. */
export function portChanges(declare: Routes, ctx: Context): void {
  liveChange(
    declare,
    ctx,
    {
      ...ofPort,
      path: '/component/olts_control/port/description',
      operationId: 'olts-control.port.description',
      summary: 'Changes the description of a port of an OLT',
      description: 'A PON port or an uplink. An empty text removes it. Other devices than OLTs are 422.',
      body: closedObject(
        { interface: InterfaceField, description: ctrlPortDescr.args.properties.description },
        { examples: [{ interface: 'gpon0/1', description: 'north street' }] },
      ),
      changes: ['description'],
      steps: ({ description }) => [
        {
          name: 'description',
          module: ctrlPortDescr,
          args: { description },
          onInterface: true,
          permission: ofPort.permission,
        },
      ],
    },
    'olts-control.PortDescription',
  )
  liveChange(
    declare,
    ctx,
    {
      ...ofPort,
      path: '/component/olts_control/port/admin-state',
      operationId: 'olts-control.port.admin-state',
      summary: 'Enables or disables a port of an OLT',
      description: 'A disabled PON port cuts off all its ONUs. Other devices than OLTs are 422.',
      body: closedObject(
        { interface: InterfaceField, admin_state: Switched },
        { examples: [{ interface: 'gpon0/1', admin_state: 'Enabled' }] },
      ),
      changes: ['admin_state'],
      steps: ({ admin_state: state }) => [
        {
          name: 'admin_state',
          module: ctrlPortState,
          args: { state: stateOf(state) },
          onInterface: true,
          permission: ofPort.permission,
        },
      ],
    },
    'olts-control.PortAdminState',
  )
  liveChange(
    declare,
    ctx,
    {
      ...ofPort,
      path: '/component/olts_control/port/reset',
      operationId: 'olts-control.port.reset',
      summary: 'Switches a PON port off and on',
      description: 'Every ONU of the port goes down for a moment.',
      body: closedObject({ interface: InterfaceField }, { examples: [{ interface: 'gpon0/1' }] }),
      changes: ['reset'],
      steps: () => [{ name: 'reset', module: ctrlResetPort, args: {}, onInterface: true }],
    },
    'olts-control.PortReset',
  )
}
