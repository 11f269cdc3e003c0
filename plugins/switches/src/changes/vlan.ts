import { ctrlVlanPort, ctrlVlanState } from '@linecard/driver-kit/modules'
import { liveChange, type Context, type Routes } from '@linecard/plugin-kit'
import { VlanBody } from '../bodies.ts'
import { fail } from '../errors.ts'
import { root, saving, tag } from './steps.ts'

/**
 * Refuses fields that the action does not use. A client that sends them expects another effect.
 */
function refuseOthers(action: string, fields: Readonly<Record<string, unknown>>): void {
  const field = Object.keys(fields).find(name => fields[name] !== undefined)
  if (field)
    throw fail('SWITCHES_FIELD_SUPERFLUOUS', { field, action }, [
      { path: field, message: `is not used by ${action}` },
    ])
}

/** VLANs and their ports. */
export function vlanChange(declare: Routes, ctx: Context): void {
  liveChange(
    declare,
    ctx,
    {
      path: `${root}/vlan`,
      operationId: 'switches.vlan.set',
      tag,
      summary: 'Creates or deletes a VLAN, adds a port to it or removes one',
      permission: 'switches_vlan_control',
      description: 'An untagged port gets the VLAN as its PVID.',
      body: VlanBody,
      changes: ['vlan', 'save'],
      steps({ action, id, name, interface: port, type, save: kept }) {
        if (action === 'create' || action === 'delete') {
          refuseOthers(action, { interface: port, type, ...(action === 'delete' && { name }) })
          return [
            {
              name: 'vlan',
              module: ctrlVlanState,
              args: { id, action, ...(name !== undefined && { name }) },
            },
            ...saving(kept),
          ]
        }
        if (port === undefined)
          throw fail('SWITCHES_PORT_MISSING', { id, action }, [{ path: 'interface', message: 'is missing' }])
        refuseOthers(action, { name })
        return [
          {
            name: 'vlan',
            module: ctrlVlanPort,
            args: { id, action: action === 'add' ? 'add' : 'delete', ...(type !== undefined && { type }) },
            onInterface: true,
          },
          ...saving(kept),
        ]
      },
    },
    'switches.VlanChange',
  )
}
