export function MutedSection() {
  return <p className="text-lead">You haven’t muted anybody.</p>
}
