import { OutageMembers, OutageView } from './outages/schema.ts'
import { VerdictView } from './verdict/schema.ts'

export const schemas = [OutageView, OutageMembers, VerdictView]
