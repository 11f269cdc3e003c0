import type { Permission } from '@linecard/plugin-kit'

export const permissions = {
  links_view: {
    group: 'Links',
    label: 'See links between devices',
    description: 'The links, the tree and the graph of devices, and the load of links',
    default: true,
  },
  links_edit: {
    group: 'Links',
    label: 'Change links between devices',
    description: 'Draw and remove links, accept or refuse what was found, place devices, start a scan',
  },
} as const satisfies Record<string, Permission>
