import { containing } from '@linecard/plugin-kit'

const searched = ['name', 'description', 'comment', 'serial', 'mac', 'agreement', 'ip'] as const

/** Conditions on an interface that contains a text somewhere. */
export const textConditions = (text: string) => ({ $or: searched.map(field => ({ [field]: { $ilike: containing(text) } })) })
