import type { Migration } from '@linecard/plugin-kit'

export const sourcesOfAnswers: Migration = {
  name: 'equipment/0004_sources_of_answers',
  up: 'alter table equipment_answer add column answered_by text[];',
  down: 'alter table equipment_answer drop column answered_by;',
}
