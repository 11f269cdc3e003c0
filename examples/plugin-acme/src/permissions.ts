const group = 'Places'

export const permissions = {
  places_view: { label: 'Places', description: 'Read where devices stand', group, default: true },
  places_edit: { label: 'Change places', description: 'Tell where devices stand', group },
}
