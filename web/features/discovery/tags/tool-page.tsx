import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { toolPath } from '../../../../contract/videos/tags.ts'
import { type Tool, toolLabels, tools } from '../../../../contract/videos/videos.ts'
import { NotFoundPage } from '../../../ui/not-found-page.tsx'
import { toolQuery, toolVideosQuery } from './tags.queries.ts'
import { TopicPage } from './topic-page.tsx'

/** The page `/tool/{tool}`: all clips made with the tool. */
export function ToolPage() {
  const { tool: named } = useParams<{ tool: string }>()
  const tool = tools.find((each) => each === named)
  return tool ? <MadeWith key={tool} tool={tool} /> : <NotFoundPage />
}

function MadeWith({ tool }: { tool: Tool }) {
  return (
    <TopicPage
      name={tool === 'other' ? 'Other tools' : toolLabels[tool]}
      path={toolPath(tool)}
      wall={`tool ${tool}`}
      topic={useQuery(toolQuery(tool)).data}
      list={toolVideosQuery(tool)}
      nothing="The first clip made with it could be yours."
    />
  )
}
