import {
  type ColumnBuilderCallback,
  type ColumnDataType,
  type Expression,
  type RawBuilder,
  sql,
} from 'kysely'

/** Differences between the two databases that matter to the schema. */
export interface SchemaDialect {
  /** Type of ids and of columns that refer to them: wide enough to compare with any integer of a request. */
  idType: ColumnDataType
  idColumn: ColumnBuilderCallback
  /** Type of texts that are compared bytewise, whatever the collation of the database. */
  bytewiseTextType: ColumnDataType | Expression<unknown>
  binaryType: ColumnDataType
  /** Highest id that a table has ever assigned, even to deleted rows; null, 0 or no row if it assigned none. */
  lastId: (table: string) => RawBuilder<{ id: number | null }>
  /** Statements that make a table assign only ids above this one. */
  setLastId: (table: string, id: number) => readonly RawBuilder<unknown>[]
  /**
   * Statements that make rows of a table immutable, and some columns of the others; all can be deleted.
   * @param staysWhen condition on `old`, of the rows that are immutable
   */
  limitUpdates: (
    table: string,
    staysWhen: RawBuilder<unknown>,
    stayingColumns: readonly string[],
  ) => readonly RawBuilder<unknown>[]
}

const columnList = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))

export const sqlite: SchemaDialect = {
  idType: 'integer',
  idColumn: (column) => column.primaryKey().autoIncrement(),
  bytewiseTextType: 'text',
  binaryType: 'blob',
  lastId: (table) => sql`select seq as id from sqlite_sequence where name = ${table}`,
  setLastId: (table, id) => [
    sql`delete from sqlite_sequence where name = ${table}`,
    sql`insert into sqlite_sequence (name, seq) values (${table}, ${id})`,
  ],
  limitUpdates: (table, staysWhen, stayingColumns) => [
    sql`create trigger ${sql.ref(`${table}_stays`)} before update on ${sql.table(table)} when ${staysWhen}
      begin select raise(abort, 'this row is never changed'); end`,
    sql`create trigger ${sql.ref(`${table}_columns_stay`)} before update of ${columnList(stayingColumns)}
      on ${sql.table(table)} begin select raise(abort, 'these columns are never changed'); end`,
  ],
}

export const postgres: SchemaDialect = {
  idType: 'bigint',
  // 'By default', so that rows moved from another database keep their ids.
  idColumn: (column) => column.primaryKey().generatedByDefaultAsIdentity(),
  bytewiseTextType: sql`text collate "C"`,
  binaryType: 'bytea',
  lastId: (table) =>
    sql`select pg_sequence_last_value(pg_get_serial_sequence(${`"${table}"`}, 'id')::regclass) as id`,
  setLastId: (table, id) => [sql`select setval(pg_get_serial_sequence(${`"${table}"`}, 'id'), ${id})`],
  limitUpdates: (table, staysWhen, stayingColumns) => [
    sql`create function ${sql.ref(`${table}_stays`)}() returns trigger language plpgsql as $$
      begin raise exception 'rows of this table are never changed'; end $$`,
    sql`create trigger ${sql.ref(`${table}_stays`)} before update on ${sql.table(table)}
      for each row when (${staysWhen}) execute function ${sql.ref(`${table}_stays`)}()`,
    sql`create trigger ${sql.ref(`${table}_columns_stay`)} before update of ${columnList(stayingColumns)}
      on ${sql.table(table)} for each row execute function ${sql.ref(`${table}_stays`)}()`,
  ],
}
