/** What other packages and the command line need of the equipment part without the plugin around it. */
export { createEquipment, type EquipmentOptions, type EquipmentService } from './service.ts'
export { databaseStore } from './answers/database.ts'
export { memoryStore } from './answers/memory.ts'
export type { AnswerKey, AnswerStore, StoredAnswer } from './answers/store.ts'
export { createNetworks, type Networks } from './networks.ts'
export { migrations } from './migrations/index.ts'
export * from './snmp/index.ts'
