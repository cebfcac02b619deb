import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import pg from 'pg'
import { handOver } from '../../data-dir/hand-over.ts'
import { startTemporary } from './throwaway-postgres.ts'
import { executeOnce } from '../database/execute-once.ts'

/** A replica of a whole PostgreSQL, which follows it. */
export interface Standby {
  /** Its address, with the same database and role as the primary's. */
  url: string
  /** Changes one of its settings while it runs. */
  set(setting: string, value: string): Promise<void>
  /** Stops applying the primary's changes. Resolves once no more changes are applied. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Promotes it to primary, as `pg_ctl promote` does. */
  promote(): Promise<void>
  stop(): Promise<void>
}

/** Files that belong to the running primary or that the standby creates itself. */
const LEFT_OUT = /^(postmaster\.\w+|pg_wal|pg_replslot|pg_stat_tmp)$/

/**
 * @param primaryUrl URL that connects as superuser to a temporary PostgreSQL on this machine.
 * @param settings PostgreSQL settings by name, such as `recovery_min_apply_delay`.
 */
export async function startStandby(primaryUrl: string, settings: Record<string, string> = {}): Promise<Standby> {
  const { hostname, port, username, password } = new URL(primaryUrl)
  const postmaster = await startTemporary(
    async ({ cluster, account }) => {
      await copyCluster(primaryUrl, cluster)
      writeFileSync(join(cluster, 'standby.signal'), '')
      handOver(cluster, account)
    },
    {
      primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password}`,
      wal_retrieve_retry_interval: '100ms',
      hot_standby_feedback: 'on',
      ...settings,
    },
  )
  const url = new URL(primaryUrl)
  url.port = String(postmaster.port)
  return {
    url: url.href,
    async set(setting, value) {
      await executeOnce(url.href, `alter system set ${setting} = '${value}'`)
      await executeOnce(url.href, 'select pg_reload_conf()')
    },
    pause: () =>
      executeOnce(
        url.href,
        `do $$ begin
          perform pg_wal_replay_pause();
          while pg_get_wal_replay_pause_state() <> 'paused' loop perform pg_sleep(0.01); end loop;
        end $$`,
      ),
    resume: () => executeOnce(url.href, 'select pg_wal_replay_resume()'),
    promote: () => executeOnce(url.href, 'select pg_promote()'),
    stop: () => postmaster.stop(),
  }
}

async function copyCluster(primaryUrl: string, to: string): Promise<void> {
  const client = new pg.Client(primaryUrl)
  await client.connect()
  try {
    const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`)
    await client.query(`select pg_backup_start('standby', fast => true)`)
    cpSync(rows[0]!.folder, to, { recursive: true, filter: (path) => !LEFT_OUT.test(basename(path)) })
    const { rows: labels } = await client.query<{ label: string }>(
      'select labelfile as label from pg_backup_stop(false)',
    )
    writeFileSync(join(to, 'backup_label'), labels[0]!.label)
    for (const folder of ['pg_wal', 'pg_replslot', 'pg_stat_tmp']) mkdirSync(join(to, folder), { mode: 0o700 })
    chmodSync(to, 0o700)
  } finally {
    await client.end()
  }
}
