import type { TrustListName } from '../../../contract/videos/provenance.ts'
import { plainText } from '../plain-text.ts'
import type { ActionFacts, ManifestFacts } from '../results.ts'

const SIGNED = 'claimSignature.validated'
const MANIFESTS_MAX = 16
const ACTIONS_MAX = 20
const PROBLEMS_MAX = 20
const TEXT_MAX_LENGTH = 200
/** Maximum length of the stored JSON. */
const FACTS_MAX_LENGTH = 24_000

/**
 * The parts of the library's report that are used. Every field may be missing, because the file determines the report.
 */
interface Report {
  active_manifest?: string
  manifests?: Record<string, ReportedManifest>
  validation_results?: Results
}

interface Results {
  activeManifest?: Statuses
  ingredientDeltas?: { validationDeltas?: Statuses }[]
}

interface ReportedManifest {
  title?: unknown
  claim_generator?: unknown
  claim_generator_info?: { name?: unknown; version?: unknown }[]
  ingredients?: { relationship?: unknown; active_manifest?: unknown; validation_results?: Results }[]
  assertions?: { label?: unknown; data?: { actions?: ReportedAction[]; softwareAgents?: { name?: unknown }[] } }[]
  signature_info?: { issuer?: unknown; common_name?: unknown; time?: unknown }
}

interface ReportedAction {
  action?: unknown
  digitalSourceType?: unknown
  softwareAgent?: unknown
  softwareAgentIndex?: unknown
  parameters?: Record<string, unknown>
}

type Statuses = Partial<Record<'success' | 'informational' | 'failure', Status[]>>
interface Status {
  code?: unknown
  url?: unknown
  explanation?: unknown
}

/**
 * Extracts the data for our own assessment from the library's report. The chain of manifests begins with the file's
 * own, and each comes before its ingredients. The library's result "Invalid" is not used, because it also applies to
 * unchanged files.
 *
 * @param json Result of `readCredentials`.
 */
export function readReport(json: string): { manifests: ManifestFacts[]; manifestsCount: number } {
  const report = JSON.parse(json) as Report
  const reported = report.manifests ?? {}
  const statuses = statusesOf(report)
  const manifests: ManifestFacts[] = []
  const known = new Set<string>()
  const queue = [{ id: report.active_manifest ?? '', relationship: null as string | null, depth: 0 }]
  for (let next = queue.shift(); next && manifests.length < MANIFESTS_MAX; next = queue.shift()) {
    const manifest = Object.hasOwn(reported, next.id) ? reported[next.id] : undefined
    if (!manifest || known.has(next.id)) continue
    known.add(next.id)
    manifests.push({ ...factsOf(manifest, statuses.get(next.id) ?? []), ...next })
    for (const { active_manifest: id, relationship } of listOf(manifest.ingredients)) {
      queue.push({ id: String(id), relationship: textOf(relationship), depth: next.depth + 1 })
    }
  }
  return { manifests: shortened(manifests), manifestsCount: Object.keys(reported).length }
}

function factsOf(manifest: ReportedManifest, statuses: Judged[]): Omit<ManifestFacts, 'id' | 'relationship' | 'depth'> {
  const signature = manifest.signature_info ?? {}
  const succeeded = statuses.filter(({ kind }) => kind === 'success')
  const codes = new Set(succeeded.map(({ code }) => code))
  const vouching = succeeded.find(({ code }) => code === 'signingCredential.trusted')
  const problems = statuses.filter(({ kind }) => kind === 'failure').map(({ code }) => code)
  return {
    title: textOf(manifest.title),
    generator: generatorOf(manifest),
    signer: textOf(signature.issuer) ?? textOf(signature.common_name),
    signedAt: timeOf(signature.time),
    list: findListName(vouching?.explanation),
    isSigned: codes.has(SIGNED) && !problems.some((code) => code.startsWith('claimSignature.mis')),
    isBound: [...codes].some((code) => /^assertion\.\w*[hH]ash\.match$/.test(code)),
    actions: actionsOf(manifest),
    problems: [...new Set(problems)].slice(0, PROBLEMS_MAX),
  }
}

interface Judged {
  kind: keyof Statuses
  code: string
  explanation: string
}

/** Collects the validation results by manifest. Results of the active manifest may lack a name. */
function statusesOf(report: Report): Map<string, Judged[]> {
  const { active_manifest: active = '', validation_results: results } = report
  const all = [results?.activeManifest, ...listOf(results?.ingredientDeltas).map((delta) => delta.validationDeltas)]
  const found = signedBefore(report)
  for (const statuses of all) {
    for (const kind of ['success', 'informational', 'failure'] as const) {
      for (const { code, url, explanation } of listOf(statuses?.[kind])) {
        const id = /\/c2pa\/([^/]+)/.exec(String(url))?.[1] ?? active
        const judged = { kind, code: plainText(String(code), TEXT_MAX_LENGTH), explanation: String(explanation) }
        found.set(id, [...(found.get(id) ?? []), judged])
      }
    }
  }
  return found
}

/**
 * Returns, keyed by manifest, the result “valid” for each ingredient with a valid signature when it was added. The
 * reader reports only later differences. Such a signature is still valid unless the report mentions it.
 */
function signedBefore({ manifests = {} }: Report): Map<string, Judged[]> {
  const ingredients = Object.values(manifests).flatMap((manifest) => listOf(manifest.ingredients))
  const signed = ingredients.filter(({ validation_results: results }) =>
    listOf(results?.activeManifest?.success).some(({ code }) => code === SIGNED),
  )
  return new Map(
    signed.map(({ active_manifest: id }) => [String(id), [{ kind: 'success', code: SIGNED, explanation: '' }]]),
  )
}

function actionsOf({ assertions }: ReportedManifest): ActionFacts[] {
  return listOf(assertions)
    .filter(({ label }) => /^c2pa\.actions(\.v\d+)?(__\d+)?$/.test(String(label)))
    .flatMap(({ data }) =>
      listOf(data?.actions).map((action) => ({
        action: textOf(action.action) ?? '',
        sourceType: textOf(action.digitalSourceType ?? action.parameters?.['com.adobe.digitalSourceType']),
        tool: agentOf(action.softwareAgent) ?? agentOf(listOf(data?.softwareAgents)[Number(action.softwareAgentIndex)]),
        model: textOf(action.parameters?.model_name),
      })),
    )
    .slice(0, ACTIONS_MAX)
}

function agentOf(agent: unknown): string | null {
  return textOf(typeof agent === 'object' && agent ? (agent as { name?: unknown }).name : agent)
}

/**
 * Returns a program's name, such as `Sora`. For the older form (`TestApp c2patool/0.6.2 c2pa-rs/0.28.2`), returns the
 * first name.
 */
function generatorOf({ claim_generator_info: info, claim_generator: line }: ReportedManifest): string | null {
  return textOf(listOf(info)[0]?.name) ?? textOf(textOf(line)?.split(/\s+/)[0]?.split('/')[0]?.replaceAll('_', ' '))
}

function findListName(explanation = ''): TrustListName | null {
  const name = /found in \[(\w+)\]/.exec(explanation)?.[1]
  return name === 'official' || name === 'interim' || name === 'operator' ? name : null
}

/** Makes the JSON fit into the row. Actions of the farthest manifests are dropped first, then these manifests. */
function shortened(manifests: ManifestFacts[]): ManifestFacts[] {
  const isTooLong = () => JSON.stringify(manifests).length > FACTS_MAX_LENGTH
  for (const manifest of manifests.toReversed()) if (isTooLong()) manifest.actions = []
  while (manifests.length > 1 && isTooLong()) manifests.pop()
  return manifests
}

function listOf<T>(value: T[] | undefined): T[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : []
}

function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  return plainText(value, TEXT_MAX_LENGTH) || null
}

function timeOf(value: unknown): string | null {
  const time = new Date(String(value))
  return typeof value === 'string' && !Number.isNaN(time.getTime()) ? time.toISOString() : null
}
