import type { Evidence, Manifest, Provenance } from '../../../../contract/videos/provenance.ts'
import { findTool } from '../../../../contract/videos/tool-names.ts'
import { type Tool, toolLabels } from '../../../../contract/videos/videos.ts'
import { claimOfType } from '../../../media/credentials/source-types.ts'
import type { ManifestFacts, TagFacts } from '../../../media/engine/engine.ts'
import { objectPath } from '../../../objects/object-address.ts'
import { publicAddress } from '../../../objects/public-address.ts'
import { presentLine } from '../reading/present-video.ts'
import { noFindings } from './findings.ts'
import { isChanged, isIntact, isMismatch } from './judge.ts'
import { REPORT_TYPE } from './store-provenance.ts'
import type { ProvenanceRow } from './provenance.queries.ts'

/** Returns the provenance of a video as the API sends it. @param objectsUrl Origin of public objects. */
export function presentProvenance(row: ProvenanceRow, objectsUrl: string | undefined): Provenance {
  const { manifests, manifestsCount, tags } = row.findings ?? noFindings
  const origin = row.isHidden ? undefined : objectsUrl
  const address = (id: string, type: string | null) => publicAddress(objectPath(id, type), origin)
  return {
    state: row.provenance,
    ...presentLine(row),
    evidence: [...manifests.slice(0, 1).map((own) => evidenceOf(own, row)), ...tags.map(evidenceOfTag)],
    manifests: manifests.map((manifest) => presentManifest(manifest, row)),
    manifestsCount,
    differences: differencesOf(row),
    removed: row.removed,
    checkedAt: row.checkedAt,
    reader: row.reader,
    listsDate: row.listsDate,
    reportUrl: row.reportId && address(row.reportId, REPORT_TYPE),
    workflow: row.sharingId === null ? null : { url: row.workflowId && address(row.workflowId, REPORT_TYPE) },
    original: {
      url: address(row.originalId, row.originalType),
      sizeBytes: row.sizeBytes ?? 0,
      holdsCredentials: manifests.length > 0,
    },
  }
}

function evidenceOf(own: ManifestFacts, row: ProvenanceRow): Evidence {
  const [first] = own.actions.filter(({ sourceType }) => sourceType !== null)
  return {
    source: 'credentials',
    field: 'C2PA',
    says: row.provenanceSays ?? claimOfType(first?.sourceType ?? null),
    tool: row.provenanceTool ?? own.generator,
    model: own.actions.find(({ model }) => model !== null)?.model ?? null,
    value: first?.sourceType ?? null,
    signer: own.signer,
    list: own.list,
    isIntact: isIntactAt(own, row),
    signedAt: own.signedAt,
  }
}

function evidenceOfTag({ field, says, tool, value }: TagFacts): Evidence {
  const unsigned = { model: null, signer: null, list: null, isIntact: null, signedAt: null }
  return { source: 'tag', field, says, tool, value, ...unsigned }
}

function presentManifest(manifest: ManifestFacts, row: ProvenanceRow): Manifest {
  const { title, generator, signer, list, signedAt, relationship, depth } = manifest
  const facts = { title, generator, signer, list, signedAt, relationship, depth }
  const actions = manifest.actions.map(({ action, sourceType, tool }) => {
    return { action, says: claimOfType(sourceType), sourceType, tool }
  })
  const problems = manifest.problems.filter((code) => row.provenanceCheck === 'done' || !isMismatch(code))
  return { ...facts, isIntact: isIntactAt(manifest, row), actions, problems }
}

/**
 * Returns whether a manifest is intact, or `null` if that is unknown. The files of ingredients are not available, so
 * only their signatures count. A file that could not be checked is not reported as broken.
 */
function isIntactAt(manifest: ManifestFacts, { provenanceCheck }: ProvenanceRow): boolean | null {
  if (manifest.depth > 0) return isChanged(manifest) ? false : manifest.isSigned || null
  return provenanceCheck === 'done' ? isIntact(manifest) : null
}

function toolOf(name: string): Tool {
  return findTool(name) ?? 'other'
}

/**
 * Returns differences between the creator's statement and the file. Only fully generated clips are compared. The file
 * of any other clip may name a program that only processed it. ComfyUI is not compared, because it runs many tools. A
 * creator who named neither a listed tool nor a model has made no statement.
 */
function differencesOf(row: ProvenanceRow): Provenance['differences'] {
  const { provenanceTool, provenanceSays, provenance, toolUsed, model } = row
  if (!provenanceTool || provenanceSays !== 'generated' || provenance === 'broken') return []
  if (/comfyui/i.test(provenanceTool)) return []
  const creator = toolUsed === 'other' ? model : toolLabels[toolUsed]
  if (!creator || toolOf(provenanceTool) === (toolUsed === 'other' ? toolOf(creator) : toolUsed)) return []
  return [{ field: 'tool', file: provenanceTool, creator }]
}
