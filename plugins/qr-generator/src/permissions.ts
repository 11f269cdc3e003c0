import type { Permission } from '@linecard/plugin-kit'

const group = 'QR codes'
export const permissions = {
  qr_generate: { group, label: 'QR codes', description: 'Show the QR code of a device, interface or ONU' },
  qr_mass_print: {
    group,
    label: 'Sheets of QR codes',
    description: 'Print sheets with the QR codes and names of many objects at once',
  },
} as const satisfies Record<string, Permission>
