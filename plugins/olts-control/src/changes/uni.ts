import { ctrlOntUniAdminState, ponOntsStatus } from '@linecard/driver-kit/modules'
import { closedObject, liveChange, type Context, type Routes } from '@linecard/plugin-kit'
import { Switched, exampleOnu, identOf, ofOnu, stateOf } from '../bodies.ts'

/** Ethernet ports of ONUs. */
export function uniChange(declare: Routes, ctx: Context): void {
  liveChange(
    declare,
    ctx,
    {
      path: '/component/olts_control/uni/admin-state',
      operationId: 'olts-control.uni.admin-state',
      tag: 'olts_control',
      summary: 'Enables or disables an Ethernet port of an ONU',
      description:
        'If another ONU than the one that is meant has its place now, nothing is changed: ' +
        '409 INTERFACE_MOVED.',
      permission: ctrlOntUniAdminState.permission,
      only: ponOntsStatus,
      body: closedObject(
        { ...ofOnu, num: ctrlOntUniAdminState.args.properties.num, admin_state: Switched },
        { examples: [{ ...exampleOnu, num: 1, admin_state: 'Disabled' }] },
      ),
      changes: ['admin_state'],
      steps: ({ ident, num, admin_state: state }) => [
        {
          name: 'admin_state',
          module: ctrlOntUniAdminState,
          args: { num, state: stateOf(state), ...identOf({ ident }) },
          onInterface: true,
        },
      ],
    },
    'olts-control.UniAdminState',
  )
}
