import type { Migration } from '@linecard/plugin-kit'
import type { ColumnType, Generated, SqlEntityManager } from '@linecard/plugin-kit/sql'

/** A template as it is now. */
interface TemplateTable {
  id: Generated<number>
  name: string
  definition: ColumnType<unknown, string, string>
  version: number
  updated_at: Date
  updated_by: string
}

/** A save: also the last one. */
interface VersionTable {
  template_id: number
  version: number
  name: string
  definition: ColumnType<unknown, string, string>
  saved_at: Date
  saved_by: string
  note: string
}

const prefixOf = (plugin: string) => plugin.replaceAll('-', '_')

/** The tables of a plugin's templates: `<plugin>_template` and `<plugin>_template_version`. */
export function templateTables<Id extends string>(plugin: Id): Migration {
  const prefix = prefixOf(plugin)
  return {
    name: `${plugin}/0001_templates`,
    up: `
      create table ${prefix}_template (
        id integer generated always as identity primary key,
        name text not null unique,
        definition jsonb not null,
        version integer not null,
        updated_at timestamptz(3) not null,
        updated_by text not null
      );
      create table ${prefix}_template_version (
        template_id integer not null references ${prefix}_template on delete cascade,
        version integer not null,
        name text not null,
        definition jsonb not null,
        saved_at timestamptz(3) not null,
        saved_by text not null,
        note text not null,
        primary key (template_id, version)
      );
    `,
    down: `drop table ${prefix}_template_version; drop table ${prefix}_template;`,
  }
}

/** Templates and versions from before there were groups are for all devices. */
export function templateGroups<Id extends string, Step extends string>(plugin: Id, step: Step): Migration {
  const tables = [`${prefixOf(plugin)}_template`, `${prefixOf(plugin)}_template_version`]
  return {
    name: `${plugin}/${step}`,
    up: tables
      .map(table => `update ${table} set definition = '{"group_ids": []}' || definition;`)
      .join('\n      '),
    down: tables.map(table => `update ${table} set definition = definition - 'group_ids';`).join('\n'),
  }
}

/** Queries on the two tables of a plugin. Their columns need no prefix. */
export function templateQueries(em: SqlEntityManager, plugin: string) {
  const db = em.getKysely<{ template: TemplateTable; version: VersionTable }>()
  // The names of the tables depend on the plugin, those of the columns do not.
  const template = `${prefixOf(plugin)}_template` as 'template'
  const version = `${prefixOf(plugin)}_template_version` as 'version'
  return { db, template, version }
}
