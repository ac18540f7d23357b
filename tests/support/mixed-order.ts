import { BaseSequencer, type TestSpecification } from "vitest/node"

/**
 * The files of all projects in one row, each project's from its longest to its shortest: route tests wait for processes
 * while unit tests compute, and one project behind the other leaves a core without work.
 */
export class MixedOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name)
    return [...byProject.values()]
      .flatMap((own) => own.map((file, at) => ({ file, share: at / own.length })))
      .sort((one, other) => one.share - other.share)
      .map(({ file }) => file)
  }
}
