import type { Permission } from '@linecard/plugin-kit'

const group = 'Attachments'
export const permissions = {
  attachments_view: {
    group,
    label: 'Show attachments',
    description: 'See and download the files of devices, ONUs and interfaces',
    default: true,
  },
  attachments_upload: {
    group,
    label: 'Upload attachments',
    description: 'Add files to devices, ONUs and interfaces',
  },
  attachments_delete: {
    group,
    label: 'Delete attachments',
    description: 'Delete files of devices, ONUs and interfaces',
  },
} as const satisfies Record<string, Permission>
