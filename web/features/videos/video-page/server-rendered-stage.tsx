import { PageSpinner } from '../../../ui/loading/spinner.tsx'

/** The poster and the title that the server has sent with the page of a clip. React removes them from the document. */
const stage = document.getElementById('stage')

/** The page of a clip while its data is loading. On a full page load it shows what the server has sent. */
export function ServerRenderedStage({ id }: { id: string }) {
  if (stage?.dataset['id'] !== id) return <PageSpinner />
  return <div ref={(container) => container?.replaceChildren(stage)} />
}
