//! The README can't lie: its `console` blocks are run. `TRYCMD=overwrite cargo test --test readme` writes them anew.

#[test]
fn the_commands_of_the_readme_do_what_it_says() {
    trycmd::TestCases::new().case("README.md");
}
